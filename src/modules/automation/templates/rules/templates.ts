import type { Template } from './categories.ts'
import { customerRetention } from './customer-retention.ts'
import { leadManagement } from './lead-management.ts'
import { ministry } from './ministry.ts'

/** What a church can begin with, in the order of the page. Each names what it still needs: `[[Sender]]`. */
export const templates: readonly Template[] = [...leadManagement, ...customerRetention, ...ministry]
