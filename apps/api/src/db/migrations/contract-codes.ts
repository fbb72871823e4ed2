import { Migration } from '@mikro-orm/migrations'

/** Codes that are stored with proofs and templates, and their new names. */
const codes = JSON.stringify({
  crashed: 'renderer_crashed',
  gave_up: 'attempts_exhausted',
  page_count_wrong: 'wrong_page_count',
  page_size_wrong: 'wrong_page_size',
  page_box_wrong: 'wrong_page_box',
  imb_wrong: 'imb_mismatch',
  qr_wrong: 'qr_mismatch',
  art_short_of_bleed: 'bleed_incomplete',
  address_city_wrong: 'address_city_mismatch',
  asset_unknown: 'unknown_asset',
  font_unknown: 'unknown_font',
  font_generic: 'generic_font',
})

const renamed = (code: string) => `'${codes}'::jsonb ->> ${code}`

/** Renames the codes of the findings in a JSON column. */
const renameFindings = (table: string, column: string) => `
  update ${table}
     set ${column} = (
           select jsonb_agg(finding || jsonb_build_object('Code', coalesce(${renamed("(finding ->> 'Code')")}, finding ->> 'Code'))
                            order by place)
             from jsonb_array_elements(${column}) with ordinality as entry (finding, place))
   where exists (select from jsonb_array_elements(${column}) as finding where ${renamed("(finding ->> 'Code')")} is not null)`

const renameColumn = (table: string, column: string) => `
  update ${table} set ${column} = ${renamed(column)} where ${renamed(column)} is not null`

/** Records keep the codes that they were stored with, so these are renamed with the contract. */
export class ContractCodes extends Migration {
  override up(): void {
    this.addSql(renameColumn('print_proof', 'failure_code'))
    this.addSql(renameColumn('print_proof_count', 'code'))
    this.addSql(renameColumn('print_finding_count', 'code'))
    this.addSql(renameFindings('print_proof', 'checks'))
    this.addSql(renameFindings('print_template_version', 'lint'))
    this.addSql(`update record_change set record_type = 'lead_routing' where record_type = 'desk_settings'`)
    this.addSql('alter table if exists desk_setting rename to lead_routing_setting')
    // Each renderer writes its row again within seconds, with the new word for its isolation.
    this.addSql('delete from print_renderer')
    // Saved views are query strings of the staff app, which has the filter names of the contract. The column has room for 1,000
    // characters, and the new name is five longer.
    this.addSql(`
      update lead_view
         set query = regexp_replace(query, '(^|&)cameBy=', '\\1attribution=')
       where query ~ '(^|&)cameBy=' and length(query) <= 995`)
  }
}
