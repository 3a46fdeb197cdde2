-- What the administrator's page of exceptions reads: each part from an index that has only what needs him.

-- Orders that were placed before orders had terms are settled by hand. They are known when this runs; a node of a version before
-- terms may place a few more meanwhile, which are marked with the first event of their parcel.
alter table orders add column has_no_terms boolean not null default false;
update orders o set has_no_terms = true where not exists (select from order_terms t where t.order_id = o.id);
create index orders_without_terms on orders (seller_id) where has_no_terms;

create index refund_unfinished on refund (created_at) where state in ('scheduled', 'accepted', 'failed');
create index settlement_that_owes on settlement (seller_id) where carried_after_paise < 0;
