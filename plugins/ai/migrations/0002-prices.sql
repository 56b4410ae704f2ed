-- What a million tokens of each model cost the company, as it was entered. Amounts are computed from it, not kept.
create table plg_ai.price_list (
  tenant_id uuid primary key,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- [{ model, input, output }], in that currency.
  prices jsonb not null check (jsonb_typeof(prices) = 'array')
);
