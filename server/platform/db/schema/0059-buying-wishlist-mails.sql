-- Mails about products on wishlists

-- Group buying ------------------------------------------------------------------------------------------------------------------
alter table wishlist_item
  -- What the product cost when it was added; null for earlier items.
  add price_paise bigint check (price_paise > 0),
  -- A mail is sent once the product is in stock.
  add mail_back boolean not null default false,
  -- A mail is sent once the product costs less than this.
  add mail_below_paise bigint check (mail_below_paise > 0);
create index wishlist_item_mail on wishlist_item (id) where mail_back or mail_below_paise is not null;
