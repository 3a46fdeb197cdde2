-- Uses of coupons whose purchase came to nothing are free for all buyers, also where an order without a discount ended last

-- Group buying ------------------------------------------------------------------------------------------------------------------
update checkout set coupon_given_back = true, coupon_once_id = null
where state = 'completed' and coupon_id is not null and not coupon_given_back and nothing_kept(id);
