-- owner: engine; execute: nobody
-- Lists a row in the directories of what is unique for the whole platform, and takes it off: in the transaction of the
-- row, whoever writes it. What another row has already violates the key of the directory. Only columns that never
-- change are listed, but for the address and the number of a user, whom deleting takes off, and the public address of a
-- company.
create or replace function core.keep_directory()
returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    case tg_table_name
      when 'user_account' then
        delete from platform.user_email_directory d where d.email = lower(old.email) and d.user_id = old.id;
        delete from platform.user_phone_directory d where d.phone_number = old.phone_number and d.user_id = old.id;
      when 'passkey' then
        delete from platform.passkey_directory d where d.rp_id = old.rp_id and d.credential_id = old.credential_id;
      when 'password_reset' then
        delete from platform.password_reset_directory d where d.token_hash = old.token_hash;
      when 'session' then delete from platform.session_directory d where d.session_id = old.id;
      when 'api_token' then delete from platform.api_token_directory d where d.token_id = old.id;
      when 'plugin_key' then delete from platform.plugin_key_directory d where d.key_id = old.id;
      when 'connection' then delete from platform.connection_directory d where d.connection_id = old.id;
      when 'tenant' then
        if tg_op = 'DELETE' then
          delete from platform.company_address_directory d where d.tenant_id = old.id;
        else
          -- Nobody else may have it for a while. A company keeps its last five from others.
          update platform.company_address_directory d set given_up_at = now() where d.address = old.public_address;
          delete from platform.company_address_directory d
           where d.given_up_at < now() - interval '30 days' or d.address in (
             select h.address from platform.company_address_directory h
              where h.tenant_id = old.id and h.given_up_at is not null
              order by h.given_up_at desc, h.address offset 5);
        end if;
      when 'sso_domain' then
        delete from platform.sso_domain_directory d where d.domain = old.domain and d.tenant_id = old.tenant_id;
    end case;
  end if;
  if tg_op <> 'DELETE' then
    case tg_table_name
      when 'user_account' then
        if new.deleted_at is null then
          insert into platform.user_email_directory values (lower(new.email), new.tenant_id, new.id);
          if new.phone_number is not null then
            insert into platform.user_phone_directory values (new.phone_number, new.tenant_id, new.id);
          end if;
        end if;
      when 'passkey' then
        insert into platform.passkey_directory values (new.rp_id, new.credential_id, new.tenant_id, new.id);
      when 'password_reset' then
        insert into platform.password_reset_directory values (new.token_hash, new.tenant_id, new.id);
      when 'session' then insert into platform.session_directory values (new.id, new.tenant_id);
      when 'api_token' then insert into platform.api_token_directory values (new.id, new.tenant_id);
      when 'plugin_key' then insert into platform.plugin_key_directory values (new.id, new.tenant_id);
      when 'connection' then insert into platform.connection_directory values (new.id, new.tenant_id);
      when 'tenant' then
        if new.public_address is not null then
          delete from platform.company_address_directory d
           where d.address = new.public_address and d.tenant_id = new.id;
          insert into platform.company_address_directory values (new.public_address, new.id);
        end if;
      when 'sso_domain' then insert into platform.sso_domain_directory values (new.domain, new.tenant_id);
    end case;
  end if;
  return null;
end $$;
