import { church, clients, invitations, members } from '#clients/contract.ts'
import { leads } from '#leads/contract.ts'
import { outbox } from '#messaging/contract.ts'
import { notifications } from '#notifications/contract.ts'

export const contract = { clients, church, members, invitations, leads, notifications, outbox }
