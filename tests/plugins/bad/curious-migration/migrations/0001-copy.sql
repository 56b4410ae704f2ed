create table copy as select id, tenant_id, email from core.user_account;
