import type { Ctx } from '#kernel/ctx.ts'

/** The board on which people have cards. */
interface Board {
  /** of one person, closed ones too */
  listCards: (ctx: Ctx, personId: string) => Promise<{ id: string; status: string }[]>
  /** who of them has a card that is not closed */
  findOnBoard: (ctx: Ctx, personIds: string[]) => Promise<Set<string>>
}

let board: Board = { listCards: async () => [], findOnBoard: async () => new Set() }

/** Says who is on the board; called once, by app/jobs.ts, since leads stand above people. */
export function plugInBoard(given: Board): void {
  board = given
}

export const theBoard = (): Board => board
