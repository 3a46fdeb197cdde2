-- The public key that the provider's order was made with: what a stand-in or a test key took is no money. Null: no order
-- at the provider yet, or one from before this column.
alter table checkout add column provider_key_id text;
