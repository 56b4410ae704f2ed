-- owner: engine; execute: app
-- Of all companies: a reset is forgotten a day after it was asked for, an invitation a quarter after it ended, an
-- answered challenge when it has expired.
create or replace function core.forget_sign_in_traces(p_limit integer)
returns void
language sql security definer set search_path = '' as $$
  delete from core.password_reset where (tenant_id, id) in (
    select r.tenant_id, r.id from core.password_reset r
     where r.created_at < now() - interval '1 day' order by r.created_at limit p_limit);
  delete from core.user_invitation where (tenant_id, id) in (
    select i.tenant_id, i.id from core.user_invitation i
     where i.ended_at < now() - interval '90 days' order by i.ended_at limit p_limit);
  delete from platform.answered_captcha where nonce in (
    select c.nonce from platform.answered_captcha c where c.expires_at < now() order by c.expires_at limit p_limit);
$$;
