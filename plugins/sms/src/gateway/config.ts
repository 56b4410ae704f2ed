import { ProxyAddress } from '@recado/sdk'
import { isSupportedCountry } from 'libphonenumber-js/max'
import * as z from 'zod'
import { usualOptOutWords } from '../text/opt-out.ts'
import { isTemplate, numberFormats } from './template.ts'

const Address = z.url({ protocol: /^https?$/ }).max(1_000)
const FieldPath = z
  .string()
  .trim()
  .regex(/^[\w-]+(\.[\w-]+)*$/)
  .max(200)

/** Settings of one account at any gateway with HTTP. Token and webhook secret are read through `ctx.secrets`. */
export const GatewayConfig = z.object({
  url: Address,
  token: z.string().min(6).max(2_000).meta({ secret: true }),
  email: z.email().max(320).optional(),
  method: z.enum(['POST', 'PUT', 'GET']).default('POST'),
  sendAs: z.enum(['json', 'form', 'query']).default('json'),
  body: z
    .string()
    .max(4_000)
    .refine(isTemplate, 'a JSON object is needed')
    .default('{"to":"{{to}}","from":"{{from}}","text":"{{text}}","id":"{{id}}"}')
    .meta({ widget: 'text' }),
  headers: z
    .array(
      z
        .string()
        .max(1_000)
        .regex(/^[A-Za-z0-9-]+:[^\r\n]*$/),
    )
    .max(20)
    .default(['Authorization: Bearer {{token}}']),
  from: z
    .string()
    .regex(/^\d{3,15}$/)
    .optional(),
  numberFormat: z.enum(numberFormats).default('digits'),
  country: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/)
    .refine(isSupportedCountry)
    .default('BR'),
  idPath: FieldPath.default('id'),
  successPath: FieldPath.optional(),
  successValues: z.array(z.string().max(100)).max(20).default([]),
  errorPath: FieldPath.optional(),
  balanceUrl: Address.optional(),
  balancePath: FieldPath.default('balance'),
  signature: z.enum(['hmac', 'token']).default('hmac'),
  signatureHeader: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,100}$/)
    .default('x-signature'),
  webhookSecret: z.string().min(16).max(200).meta({ secret: true }),
  answer: z.string().trim().min(1).max(200).optional().meta({ advanced: true }),
  proxy: ProxyAddress.optional().meta({ secret: true, advanced: true }),
  optOutWords: z
    .array(z.string().trim().min(1).max(40))
    .max(50)
    .default([...usualOptOutWords])
    .meta({ advanced: true }),
})
export type GatewayConfig = z.output<typeof GatewayConfig>
