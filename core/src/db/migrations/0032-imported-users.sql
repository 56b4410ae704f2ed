-- Users come from other systems too, as people who can be invited.
alter table core.import_record drop constraint import_record_kind_check;
alter table core.import_record add constraint import_record_kind_check
  check (kind in ('queue', 'tag', 'user', 'contact', 'ticket', 'message'));
