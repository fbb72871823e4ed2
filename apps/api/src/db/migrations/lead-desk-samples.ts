/** What staff do about sample requests: when they are sent, by which number they are tracked, and who changed what. */
export const leadDeskSamples = [
  `alter table sample_request
     add column if not exists tracking_number varchar(40) null,
     add column if not exists history jsonb null,
     add column if not exists version int not null default 1`,
]
