import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** A filter by a rare status, such as returned, read all pieces of the account. */
export class PieceStatuses extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    piece_workspace_id_status_created_at_id_index: 'on piece (workspace_id, status, created_at, id)',
  }
}
