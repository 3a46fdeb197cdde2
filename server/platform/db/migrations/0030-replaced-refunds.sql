-- The refund that has the money of a replaced one: what is left of it, or the one at the provider that took its place. Cancelled
-- pieces and returns name the refund that was decided for them; through this their buyer sees how far his money is.
alter table refund add column replaced_by uuid references refund on delete set null;
create index refund_replaced on refund (replaced_by) where replaced_by is not null;
