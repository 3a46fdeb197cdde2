-- Who did what to whom, when and from where. Names are copies: an entry still reads when the account is gone.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null default now(),
  act text not null,
  by_id uuid,
  by_name text,
  to_kind text,
  to_id text,
  to_name text,
  ip text,
  user_agent text,
  request_id text,
  note text
);
create index audit_entry_act on audit_entry (act, id desc);
create index audit_entry_at on audit_entry (at);
-- In byte order: names by their beginning, whatever the collation of the database.
create index audit_entry_by on audit_entry (by_name collate "C", id desc);
create index audit_entry_to on audit_entry (to_name collate "C", id desc);
create index audit_entry_ip on audit_entry (ip, id desc);
create index audit_entry_request on audit_entry (request_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'entries of % are never changed', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_stays before update or delete on audit_entry
  for each row execute function refuse_change();
create trigger audit_entry_stays_whole before truncate on audit_entry
  for each statement execute function refuse_change();
