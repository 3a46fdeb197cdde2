-- Indexes that repeat others: the shop writes them at each sale and never needs them

-- Group fulfilment and money ----------------------------------------------------------------------------------------------------
-- The primary keys are read backwards.
drop index orders_newest;
drop index refund_newest;

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- product_by_seller begins with the same column, of the same products.
drop index product_live;
