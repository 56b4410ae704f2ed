-- A session says by a code what happened, until when somebody can act, and what is to be typed on a phone.
alter table core.connection
  add column status_code text,
  add column status_until timestamptz,
  add column pairing_code text,
  drop constraint connection_status_check,
  add constraint connection_status_check check (status in (
    'pairing', 'connected', 'disconnected', 'timeout', 'qrcode', 'passkey', 'inactive', 'conflict', 'connecting'));
