-- Recovery codes are kept like passwords. Their beginning finds the row, so that a try costs one hash. Codes of before keep
-- their keyed hash until they are used or made anew.
alter table recovery_code drop constraint recovery_code_pkey, alter column code_hash drop not null,
  add column beginning text, add column password_hash text,
  add constraint recovery_code_one_form check (
    (code_hash is null) <> (password_hash is null) and (beginning is null) = (password_hash is null)),
  add constraint recovery_code_once unique (account_id, beginning),
  add constraint recovery_code_keyed_once unique (account_id, code_hash);
