-- Trust: notes of the audit in any case of letters, messages to who is being deleted

-- Group people ------------------------------------------------------------------------------------------------------------------
-- As before, and a note has a name in any case: 'RAVI KUMAR' for 'Ravi Kumar'.
create or replace function replace_word(words text, word text, instead text) returns text language sql immutable
return regexp_replace(words, case when word like '%@%' then '(?<![[:alnum:]_.+-])' else '(?<![[:alnum:]])' end
  || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g')
  || case when word like '%@%' then '(?![[:alnum:]_-]|\.[[:alnum:]])' else '(?![[:alnum:]])' end, instead, 'gi');

-- Group fulfilment --------------------------------------------------------------------------------------------------------------
-- As for the seller of an order: what is written about it while its buyer's account is deleted is refused.
create function refuse_message_of_deleted() returns trigger language plpgsql as $$
declare
  gone timestamptz;
begin
  select a.deleted_at into gone from orders o join account a on a.id = o.customer_id where o.id = new.order_id for key share of a;
  if gone is not null then
    raise exception 'the buyer of order % is deleted', new.order_id
      using errcode = 'restrict_violation', constraint = 'account_stays_deleted';
  end if;
  return new;
end $$;
create trigger order_message_to_deleted before insert on order_message for each row execute function refuse_message_of_deleted();
