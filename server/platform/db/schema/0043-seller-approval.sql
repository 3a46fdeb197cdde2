-- Sellers: who may sell

-- Group people ------------------------------------------------------------------------------------------------------------------
alter table seller
  -- Who sells already goes on.
  add approval text not null default 'approved' check (approval in ('waiting', 'submitted', 'approved', 'refused')),
  -- When they came into this state.
  add approval_at timestamptz not null default now(),
  -- Read by the seller.
  add approval_reason text check (length(approval_reason) between 1 and 500),
  -- Grows with each decision, and each change of what an administrator looks at: documents, name, GST number, address, bank
  -- account.
  add approval_version int not null default 1,
  -- The version that an administrator has approved. Null: nobody has looked; 0: nor at what an approved seller has sent.
  add approved_version int,
  add constraint seller_approval_reason check ((approval = 'refused') = (approval_reason is not null)),
  add constraint seller_approved_version check (approved_version is null or approval = 'approved');
alter table seller alter approval set default 'waiting';
create index seller_not_approved on seller (account_id) where approval <> 'approved';
create index seller_by_approval on seller (approval, approval_at, account_id);
create index seller_changed on seller (approval_at, account_id) where approved_version < approval_version;

create table seller_document (
  seller_id uuid not null references seller on delete cascade,
  kind text not null check (kind in ('gst-certificate', 'cancelled-cheque', 'identity')),
  -- Uploaded by this seller.
  key text not null unique references picture,
  sent_at timestamptz not null default now(),
  -- When its seller was approved or refused with it: from then on it is kept for a time only.
  decided_at timestamptz,
  primary key (seller_id, kind)
);
create index seller_document_decided on seller_document (decided_at) where decided_at is not null;
comment on table seller_document is 'What a seller shows to be approved.';
create trigger seller_document_of_deleted before insert on seller_document for each row
  execute function refuse_row_of_deleted('seller_id');

create function guard_seller_approval() returns trigger language plpgsql as $$
begin
  if old.approval is distinct from new.approval then
    if (old.approval, new.approval) not in (('waiting', 'submitted'), ('refused', 'submitted'), ('submitted', 'approved'),
      ('submitted', 'refused'), ('approved', 'refused'), ('approved', 'waiting'), ('approved', 'submitted')) then
      raise exception 'seller % is %, not %', new.account_id, old.approval, new.approval
        using errcode = 'check_violation', constraint = 'seller_approval_moves';
    end if;
    if new.approval = 'submitted' and (select count(*) from seller_document d where d.seller_id = new.account_id) < 3 then
      raise exception 'seller % has not sent all documents', new.account_id
        using errcode = 'check_violation', constraint = 'seller_approval_documents';
    end if;
    new.approval_at := now();
  end if;
  return new;
end $$;
create trigger seller_approval_guarded before update of approval on seller for each row execute function guard_seller_approval();

-- Another name, GST number, address or bank account is not what was looked at.
create function note_other_seller() returns trigger language plpgsql as $$
begin
  update seller set approval_version = approval_version + 1 where account_id = new.seller_id;
  return null;
end $$;
create trigger seller_identity_to_approve after insert on seller_identity for each row execute function note_other_seller();
create trigger seller_payee_to_approve after insert on seller_payee for each row execute function note_other_seller();

-- For other groups: sellers who are suspended, leave, or are not approved. Their goods are not on sale.
create view absent_seller as
  select id from suspended_account union all select account_id from seller where approval <> 'approved';
comment on view absent_seller is 'Nobody buys from them at present.';

-- As before, without those who are not approved. Documents prove what was looked at: not what was changed since.
create or replace view seller_page as
  select s.account_id as id, s.company_name, s.city, s.state, s.story, s.grievance_contact, a.created_at,
    u.version as undertaking, u.words as undertaken_words,
    case when u.version is not null then s.gst end as gstin, case when u.version is not null then s.mobile end as mobile,
    case when u.version is not null then c.address end as address,
    coalesce(s.approved_version = s.approval_version, false) as verified
  from seller s join account a on a.id = s.account_id join company c on c.id = s.account_id
  left join lateral (select version, words from seller_undertaking where seller_id = s.account_id
    order by version desc limit 1) as u on true
  where a.email_verified_at is not null and not exists (select from absent_seller x where x.id = a.id);

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create trigger seller_page_verified after update on seller for each row
  when ((old.approval, old.approved_version = old.approval_version)
    is distinct from (new.approval, new.approved_version = new.approval_version))
  execute function note_seller_page('account_id');

-- As note_suspension(), for a row of seller.
create function note_seller_approved() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select distinct unnest(
    shelf_tags(category_id, subcategory_id) || picked_tags(category_id, subcategory_id) || ('product:' || id)) from product
  where seller_id = new.account_id and deleted_at is null;
  return null;
end $$;
create trigger seller_in_or_out after update on seller for each row
  when ((old.approval = 'approved') is distinct from (new.approval = 'approved')) execute function note_seller_approved();

create or replace view goods as
  select (select c.company_name from company c where c.id = p.seller_id) as seller_company,
    (select s.name from subcategory s where s.id = p.subcategory_id) as subcategory_name,
    p.deleted_at is null and not exists (select from absent_seller a where a.id = p.seller_id)
      and not exists (select from held_back_product h where h.product_id = p.id) as on_sale, p.*
  from product p;
create or replace view goods_on_sale as
  select g.* from goods g
  where g.deleted_at is null and not exists (select from absent_seller a where a.id = g.seller_id)
    and not exists (select from held_back_product h where h.product_id = g.id);
