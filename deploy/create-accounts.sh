#!/bin/sh
# Run once by the image of PostgreSQL, in an empty database server: the two accounts of docs/operations.md, "Two accounts of the
# database". Neither is a superuser.
set -eu
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  -v owner="$OWNER_PASSWORD" -v shop="$SHOP_PASSWORD" <<'SQL'
create role hariyali_owner login password :'owner';
create role hariyali login password :'shop';
create database hariyali owner hariyali_owner;
revoke connect on database hariyali from public;
grant connect on database hariyali to hariyali;
SQL
