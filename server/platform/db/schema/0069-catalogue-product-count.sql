-- The products of a seller are counted as they come and go

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table live_product_count (
  seller_id uuid primary key references seller on delete cascade,
  products int not null
);
comment on table live_product_count is 'How many products a seller has that are not deleted; triggers keep it.';

-- At most as many as limits.liveProductsMax in contract/limits.ts. When a transaction ends, as the limit was looked at before: the
-- row of the seller is locked from here to the commit, and rows of an import are written at once.
create function count_live_product() returns trigger language plpgsql as $$
declare
  added constant boolean := tg_op = 'INSERT' or tg_op = 'UPDATE' and new.deleted_at is null;
  owner constant uuid := case when tg_op = 'DELETE' then old.seller_id else new.seller_id end;
  counted int;
begin
  -- Nothing where the seller is deleted, too.
  insert into live_product_count as c (seller_id, products)
  select id, case when added then 1 else -1 end from company where id = owner
  on conflict (seller_id) do update set products = c.products + excluded.products
  returning products into counted;
  if added and counted > 10000 then
    raise exception 'seller % has too many products', owner
      using errcode = 'check_violation', constraint = 'product_live_max';
  end if;
  return null;
end $$;
create constraint trigger product_counted_in after insert on product deferrable initially deferred for each row
  when (new.deleted_at is null) execute function count_live_product();
create constraint trigger product_counted_changed after update of deleted_at on product deferrable initially deferred for each row
  when ((old.deleted_at is null) <> (new.deleted_at is null)) execute function count_live_product();
create constraint trigger product_counted_out after delete on product deferrable initially deferred for each row
  when (old.deleted_at is null) execute function count_live_product();

-- Nobody writes products since the triggers are there.
insert into live_product_count select seller_id, count(*) from product where deleted_at is null group by seller_id;

-- Last, because it locks out readers.
drop trigger product_live_max on product;
drop function refuse_too_many_products();

-- Group administration ----------------------------------------------------------------------------------------------------------
create view invariant_product_count as
  select 'seller has another number of products than is counted' as invariant, s.account_id::text as id, s.account_id as seller_id
    from seller s left join live_product_count c on c.seller_id = s.account_id
    where coalesce(c.products, 0) <> (select count(*) from product p where p.seller_id = s.account_id and p.deleted_at is null);
do $$ begin
  execute 'create or replace view broken_invariant as ' || rtrim(pg_get_viewdef('broken_invariant'::regclass), ';')
    || ' union all select invariant, id from invariant_product_count';
end $$;
