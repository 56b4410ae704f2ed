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

/** What most gateways leave as it is. */
const advanced = { advanced: true } as const

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
    .default(['Authorization: Bearer {{token}}'])
    .meta(advanced),
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
    .default('BR')
    .meta(advanced),
  idPath: FieldPath.default('id').meta(advanced),
  successPath: FieldPath.optional().meta(advanced),
  successValues: z.array(z.string().max(100)).max(20).default([]).meta(advanced),
  errorPath: FieldPath.optional().meta(advanced),
  balanceUrl: Address.optional(),
  balancePath: FieldPath.default('balance').meta(advanced),
  signature: z.enum(['hmac', 'token']).default('hmac'),
  signatureHeader: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9-]{1,100}$/)
    .default('x-signature')
    .meta(advanced),
  webhookSecret: z.string().min(16).max(200).meta({ secret: true }),
  answer: z.string().trim().min(1).max(200).optional().meta(advanced),
  proxy: ProxyAddress.optional().meta({ secret: true, ...advanced }),
  optOutWords: z
    .array(z.string().trim().min(1).max(40))
    .max(50)
    .default([...usualOptOutWords])
    .meta(advanced),
})
export type GatewayConfig = z.output<typeof GatewayConfig>
