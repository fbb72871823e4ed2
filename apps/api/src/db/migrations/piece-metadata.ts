import { ConcurrentIndexMigration } from './concurrent-index.ts'

/** Customers find a piece by a value of their own, such as the number of an order. */
export class PieceMetadata extends ConcurrentIndexMigration {
  protected override readonly indexes = {
    piece_metadata_index: `on piece using gin (jsonb_path_query_array(metadata, '$.*') jsonb_path_ops) where metadata <> '{}'`,
  }
}
