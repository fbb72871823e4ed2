import { Migration } from '@mikro-orm/migrations'

/** Fonts are assets beside images. They have a name and a weight, and no pixels. */
export class PrintFonts extends Migration {
  override up(): void {
    this.addSql(`
      alter table print_asset
        alter column width drop not null,
        alter column height drop not null,
        add column if not exists font jsonb null`)
  }
}
