-- Networks that reviews came from are kept as hashes

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
-- The database has no key for the hash: the networks of the last 90 days are forgotten.
update review_origin set network = null where network ~ '[.:]';
comment on table review_origin is 'Where a new review came from, to find rings: hashes of delivery address and network.';
