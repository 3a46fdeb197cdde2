-- Green claims: what a seller says of products for the environment or for animals, with the proof that was reviewed

-- The day in India. A certificate is valid to the end of its last day there.
create function india_today() returns date language sql stable
return (now() at time zone 'Asia/Kolkata')::date;

create table green_claim (
  id uuid primary key,
  seller_id uuid not null references seller on delete cascade,
  -- The wording's code in contract/green-claim-list.ts; null for free wording.
  code text check (code ~ '^[a-z-]{1,40}$'),
  -- As pages show it: an accepted claim keeps the words that were reviewed.
  wording text not null check (length(wording) between 1 and 80),
  covers text not null check (covers in ('product', 'part', 'packaging', 'making', 'use', 'disposal')),
  part text check (length(part) between 1 and 80),
  -- The kind's code in contract/green-claim-list.ts.
  evidence_kind text not null check (evidence_kind ~ '^[a-z-]{1,40}$'),
  issuer text not null check (length(issuer) between 1 and 120),
  certificate_number text check (length(certificate_number) between 1 and 60),
  issued_on date not null,
  -- The last day on which the proof is valid; null where it has no end.
  expires_on date,
  -- A private upload: 'd-' for a PDF, 'r-' for a picture.
  document_key text references picture,
  -- Whether everybody may see the document once the claim is accepted.
  document_shown boolean not null default false,
  link text check (link ~ '^https://' and length(link) <= 500),
  state text not null default 'drafted'
    check (state in ('drafted', 'submitted', 'accepted', 'refused', 'expired', 'withdrawn')),
  -- Why it was refused.
  reason text check (length(reason) <= 500),
  state_at timestamptz not null default now(),
  -- Rises with every change, so that a decision is about what was read.
  version int not null default 1,
  -- The claim that this one replaces once it is accepted.
  replaces uuid references green_claim on delete set null,
  -- The seller was told that it expires within so many days.
  told_days int,
  created_at timestamptz not null default now(),
  constraint green_claim_part check ((covers = 'part') = (part is not null)),
  constraint green_claim_days check (expires_on >= issued_on),
  constraint green_claim_reason check (state <> 'refused' or reason is not null),
  constraint green_claim_proof check (state in ('drafted', 'withdrawn') or evidence_kind = 'own-declaration'
    or document_key is not null or link is not null)
);
comment on table green_claim is 'What a seller says of products for the environment or animals, and its proof.';
create index green_claim_of_seller on green_claim (seller_id, id desc);
create index green_claim_waiting on green_claim (state_at, id) where state = 'submitted';
create index green_claim_by_end on green_claim (expires_on) where state = 'accepted';
create index green_claim_ended on green_claim (state_at) where state <> 'accepted';
create index green_claim_document on green_claim (document_key);
create index green_claim_replaced on green_claim (replaces) where replaces is not null;
-- An accepted claim has one successor at a time.
create unique index green_claim_successor on green_claim (replaces) where state in ('drafted', 'submitted', 'refused');

create table green_claim_product (
  claim_id uuid not null references green_claim on delete cascade,
  product_id uuid not null references product on delete cascade,
  primary key (claim_id, product_id)
);
comment on table green_claim_product is 'A product of which a green claim is made.';
create index green_claim_product_of on green_claim_product (product_id);

create table green_claim_step (
  claim_id uuid not null references green_claim on delete cascade,
  version int not null,
  state text not null,
  reason text,
  at timestamptz not null default now(),
  primary key (claim_id, version)
);
comment on table green_claim_step is 'Each state that a green claim had, by the clock of the database.';

-- The only moves. What is claimed and its proof change while the seller writes, and never after that: somebody has reviewed
-- exactly what pages show.
create function guard_green_claim() returns trigger language plpgsql as $$
declare
  -- What changes without a review, and what changes with the state.
  aside constant text[] := array['document_shown', 'told_days', 'replaces'];
  moving constant text[] := aside || array['state', 'reason', 'state_at', 'version'];
begin
  if to_jsonb(new) - aside <> to_jsonb(old) - aside then
    new.version := old.version + 1;
  end if;
  if new.state <> old.state then
    if (old.state, new.state) not in (('drafted', 'submitted'), ('refused', 'submitted'), ('submitted', 'accepted'),
      ('submitted', 'refused'), ('accepted', 'refused'), ('accepted', 'expired'), ('accepted', 'withdrawn'),
      ('drafted', 'withdrawn'), ('submitted', 'withdrawn'), ('refused', 'withdrawn')) then
      raise exception 'green claim % cannot go from % to %', new.id, old.state, new.state
        using errcode = 'check_violation', constraint = 'green_claim_moves';
    end if;
    if new.state in ('submitted', 'accepted') then
      if new.expires_on < india_today() or new.issued_on > india_today() then
        raise exception 'the proof of green claim % is not valid today', new.id
          using errcode = 'check_violation', constraint = 'green_claim_in_time';
      end if;
      if not exists (select from green_claim_product where claim_id = new.id) then
        raise exception 'green claim % has no product', new.id
          using errcode = 'check_violation', constraint = 'green_claim_has_products';
      end if;
    end if;
    new.state_at := now();
  end if;
  if old.state not in ('drafted', 'refused') and to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'green claim % is not being written any more', new.id
      using errcode = 'check_violation', constraint = 'green_claim_as_reviewed';
  end if;
  return new;
end $$;
create trigger green_claim_guarded before update on green_claim for each row execute function guard_green_claim();

create function keep_green_claim_step() returns trigger language plpgsql as $$
begin
  insert into green_claim_step (claim_id, version, state, reason) values (new.id, new.version, new.state, new.reason);
  return null;
end $$;
create trigger green_claim_began after insert on green_claim for each row execute function keep_green_claim_step();
create trigger green_claim_moved after update on green_claim for each row when (old.state <> new.state)
  execute function keep_green_claim_step();

-- As many as limits.greenClaimsMax and limits.greenClaimProductsMax in contract/limits.ts.
create function refuse_too_many_green_claims() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('green claims of ' || new.seller_id, 0));
  if (select count(*) from green_claim where seller_id = new.seller_id and state not in ('expired', 'withdrawn')) >= 500
    or (select count(*) from green_claim where seller_id = new.seller_id and created_at > now() - interval '1 day') >= 500 then
    raise exception 'seller % has too many green claims', new.seller_id
      using errcode = 'check_violation', constraint = 'green_claim_max';
  end if;
  return new;
end $$;
create trigger green_claim_max before insert on green_claim for each row execute function refuse_too_many_green_claims();

-- A claim gets products of its own seller, and only while it is written. The lock makes it wait for a claim that is being
-- submitted, and two that attach products count one after the other.
create function guard_green_claim_product() returns trigger language plpgsql as $$
declare
  claim record;
begin
  for claim in select c.* from green_claim c where c.id in (select claim_id from after) order by c.id for no key update loop
    if claim.state not in ('drafted', 'refused') then
      raise exception 'green claim % gets no more products', claim.id
        using errcode = 'check_violation', constraint = 'green_claim_as_reviewed';
    end if;
    if exists (select from after a join product p on p.id = a.product_id
      where a.claim_id = claim.id and p.seller_id <> claim.seller_id) then
      raise exception 'green claim % gets a product of another seller', claim.id
        using errcode = 'check_violation', constraint = 'green_claim_own_products';
    end if;
    if (select count(*) from green_claim_product where claim_id = claim.id) > 200 then
      raise exception 'green claim % has too many products', claim.id
        using errcode = 'check_violation', constraint = 'green_claim_product_max';
    end if;
  end loop;
  return null;
end $$;
create trigger green_claim_product_guarded after insert on green_claim_product
  referencing new table as after for each statement execute function guard_green_claim_product();

-- Every page that shows the claim is dropped on all nodes.
create function note_green_claim() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag)
  select 'product:' || product_id from green_claim_product where claim_id = new.id;
  return null;
end $$;
create trigger green_claim_shown after update on green_claim for each row
  when ((old.state = 'accepted' or new.state = 'accepted') and old.told_days is not distinct from new.told_days)
  execute function note_green_claim();

create function note_green_claim_product_out() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) select distinct 'product:' || product_id from before;
  return null;
end $$;
create trigger green_claim_product_out after delete on green_claim_product
  referencing old table as before for each statement execute function note_green_claim_product_out();

-- What pages show. A claim leaves it by itself when its last day is over.
create view shown_green_claim as
  select l.product_id, c.id, c.code, c.wording, c.covers, c.part, c.evidence_kind, c.issuer, c.certificate_number, c.issued_on,
    c.expires_on, c.link, case when c.document_shown then c.document_key end as document_key
  from green_claim c join green_claim_product l on l.claim_id = c.id
  where c.state = 'accepted' and (c.expires_on is null or c.expires_on >= india_today());
comment on view shown_green_claim is 'The proven claims of each product, as its page shows them.';
