-- When the account's password was last set by a link that was mailed to its owner. Passkeys that were neither made nor
-- used since do not stand in the way of the password: who lost the device gets in again.
alter table core.user_account add column password_reset_at timestamptz;
