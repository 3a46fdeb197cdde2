-- A seller's orders by where their parcels are, newest first.
create index orders_by_seller_shipment on orders (seller_id, (coalesce(shipment_status, 'Pending')), id desc)
  where status <> 'refunded';
