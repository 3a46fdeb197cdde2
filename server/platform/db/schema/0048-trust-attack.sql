-- Trust: nobody stands in the way of the deletion of others

-- Group people ------------------------------------------------------------------------------------------------------------------
-- The address of a pseudonym is nobody's before: who had it would stand in the way of the deletion. No mail verifies such an address.
delete from account where deleted_at is null and email_verified_at is null and email like '%@deleted.invalid';
alter table account add constraint account_of_nobody check (deleted_at is not null or email not like '%@deleted.invalid');

-- As before, and whether they are suspended.
create or replace view buyer as
  select a.id, a.email, c.first_name, c.last_name, c.mobile, a.suspended_at
  from customer c join account a on a.id = c.account_id;

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- By mailbox, whatever stands behind a plus sign: as `mailboxOf` of complaints/rules.ts.
create index complaint_mailbox on complaint (regexp_replace(email, '[+][^@]*@', '@'));
