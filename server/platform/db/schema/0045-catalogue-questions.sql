-- Catalogue: questions about a product, asked before buying; its seller answers them for everybody

-- Group catalogue ---------------------------------------------------------------------------------------------------------------
create table question (
  id uuid primary key,
  product_id uuid not null references product on delete cascade,
  seller_id uuid not null references seller,
  -- Of the product: once its seller has made another thing of the listing, what was answered about the earlier one is shown no longer.
  edition int not null,
  -- Nobody is named beside a question. Null once the account is erased: what was answered stays.
  customer_id uuid references customer on delete set null,
  words text not null check (length(words) <= 500),
  answer text check (length(answer) <= 1000),
  -- The first answer, and how often it was written: whoever changes or judges it does so as they have read it.
  answered_at timestamptz,
  answer_no int not null default 0,
  -- The seller says that it is no question about the product.
  declined_at timestamptz,
  -- What an administrator took down, and why: with its question an answer goes, too, and without an answer no question is shown.
  removed_part text check (removed_part in ('question', 'answer')),
  removed_for text check (removed_for in ('personal-data', 'abusive', 'illegal', 'advertising', 'other-product', 'untrue')),
  removed_at timestamptz,
  -- Since when somebody has to look at it, as it was reported; the version rises with each report and answer.
  waits_since timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  constraint question_answered check ((answer is null) = (answered_at is null) and (answer is null) = (answer_no = 0)),
  constraint question_declined check (declined_at is null or answer is null),
  constraint question_removed check (num_nulls(removed_part, removed_for, removed_at) in (0, 3)
    and (removed_at is null or waits_since is null) and (removed_part is distinct from 'answer' or answer is not null))
);
comment on table question is 'A question about a product, and its answer.';
create index question_product on question (product_id, id desc);
create index question_seller on question (seller_id, id desc) where answer is not null;
create index question_open on question (seller_id, id) where answer is null and declined_at is null and removed_at is null;
create index question_customer on question (customer_id, product_id);
create index question_all on question (id desc) where removed_at is null;
create index question_waiting on question (id desc) where waits_since is not null;
create index question_age on question (created_at) where answer is null;

create table question_report (
  question_id uuid not null references question on delete cascade,
  account_id uuid not null references account on delete cascade,
  about text not null check (about in ('question', 'answer')),
  reason text not null check (reason in ('personal-data', 'abusive', 'illegal', 'advertising', 'other-product', 'untrue')),
  words text not null check (length(words) <= 500),
  reported_at timestamptz not null default now(),
  primary key (question_id, account_id, about)
);
comment on table question_report is 'A report of a question.';
create index question_report_account on question_report (account_id);

create trigger question_of_deleted before insert on question for each row execute function refuse_row_of_deleted('customer_id');
create trigger question_report_of_deleted before insert on question_report for each row
  execute function refuse_row_of_deleted('account_id');

-- However it is written: what was reported waits for a person, unless it was taken down.
create function wait_for_report() returns trigger language plpgsql as $$
begin
  update question set waits_since = coalesce(waits_since, now()), version = version + 1
  where id = new.question_id and removed_at is null;
  return null;
end $$;
create trigger question_report_waits after insert on question_report for each row execute function wait_for_report();

-- The tag of pages with questions about a product: 'questions:<id>'. Only what was answered is on them.
create function note_questions() returns trigger language plpgsql as $$
begin
  insert into catalogue_change (tag) values ('questions:' || old.product_id);
  return null;
end $$;
create trigger question_out after delete on question for each row when (old.answer is not null) execute function note_questions();
create trigger question_changed after update on question for each row
  when ((old.words, old.answer, old.removed_at) is distinct from (new.words, new.answer, new.removed_at))
  execute function note_questions();

-- For catalogue's own statements.
create view shown_question as
  select q.id, q.product_id, q.created_at, q.words, q.answer, q.answered_at, q.answer_no
  from question q join goods_on_sale p on p.id = q.product_id and p.edition = q.edition
  where q.answer is not null and q.removed_at is null;
comment on view shown_question is 'An answered question.';
create view open_question as
  select q.* from question q join product p on p.id = q.product_id and p.deleted_at is null
  where q.answer is null and q.declined_at is null and q.removed_at is null;
comment on view open_question is 'A question to answer.';
