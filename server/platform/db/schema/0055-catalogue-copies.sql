-- Invitations with both who stand behind them, listings that become a copy, and what the green words were read with

-- Group people ------------------------------------------------------------------------------------------------------------------
-- Who asked for an invitation that a second owner confirmed: it is void with either of them. Null: nobody had to confirm it.
alter table invitation add asked_by uuid references account on delete cascade;
create index invitation_asker on invitation (asked_by);

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- A listing that its seller turns into another product is as good as a new one: it waits where a new one of this seller would for
-- their record, and where it comes to have the name, the description or a picture of one that was taken down.
create function queue_of_copy() returns trigger language plpgsql as $$
begin
  if exists (
    select from moderation_decision d join product o on o.id = d.product_id
    where d.seller_id = new.seller_id and d.act = 'take-down' and d.undone_at is null and d.at > now() - interval '12 months'
      and (new.edition is distinct from old.edition or d.product_id <> new.id and (
        lower(new.name) <> lower(old.name) and lower(new.name) = lower(o.name)
        or new.description <> old.description and new.description = o.description
        or new.images <> old.images and exists (
          select from unnest(new.images) as i where i = any(o.images) and i <> all(old.images)))))
    or new.edition is distinct from old.edition and exists (
      select from moderated_listing m join product o on o.id = m.product_id
      where o.seller_id = new.seller_id and m.waits_since is not null and m.reports > 0 and o.id <> new.id)
  then
    insert into moderated_listing as m (product_id, why, waits_since) values (new.id, array['seller-record'], now())
    on conflict (product_id) do update set waits_since = coalesce(m.waits_since, now()), why = m.why || 'seller-record'::text
      where 'seller-record' <> all (m.why) and m.state <> 'taken-down';
  end if;
  return null;
end $$;
create trigger product_becomes_copy after update on product for each row
  when (new.deleted_at is null and (new.name, new.description, new.images, new.edition)
    is distinct from (old.name, old.description, old.images, old.edition))
  execute function queue_of_copy();

-- Listings that were saved before the present patterns are read by a timer, in the order of their ids.
create table green_word_reading (
  only_row boolean primary key default true check (only_row),
  -- A checksum of the patterns.
  patterns int not null,
  -- The last listing that was read with them.
  after uuid not null,
  ended_at timestamptz
);
comment on table green_word_reading is 'How far all listings were read for green words with the present patterns: one row.';
