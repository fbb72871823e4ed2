import { type EntityManager, tables } from '../../entities/database.ts'

/** Ends every token of an account that somebody may have taken over, or that is closed. None of them comes back. */
export const endTokens = (em: EntityManager, staffId: string): Promise<unknown> =>
  tables(em).deleteFrom('staff_token').where('staff', '=', staffId).execute()
