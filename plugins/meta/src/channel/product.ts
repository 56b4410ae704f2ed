/** The two products of Meta: a page of Facebook with Messenger, a professional account of Instagram. */
export type Product = 'facebook' | 'instagram'

/** Where the products differ. Source: Meta, business messaging, pages of March to September 2026. */
export interface ProductFacts {
  /** Host of accounts and messages; the app itself is always at Facebook's. */
  readonly root: string
  /** `object` of webhooks. */
  readonly object: 'page' | 'instagram'
  /** Fields of webhooks that are subscribed to. */
  readonly fields: readonly string[]
  /** Fields of the account itself, of a person. */
  readonly accountFields: string
  readonly profileFields: string
  /** Most of one text: characters at Messenger, bytes at Instagram. */
  readonly maxText: number
  readonly countsBytes: boolean
  /** Instagram takes files by a public address alone. */
  readonly takesUploads: boolean
  /** Pages alone have templates for messages after the window. */
  readonly hasTemplates: boolean
}

export const facebookRoot = 'https://graph.facebook.com'

export const products: Readonly<Record<Product, ProductFacts>> = {
  facebook: {
    root: facebookRoot,
    object: 'page',
    fields: [
      'messages',
      'messaging_postbacks',
      'message_deliveries',
      'message_reads',
      'message_echoes',
      'message_reactions',
      'message_edits',
      'messaging_referrals',
      'standby',
      'feed',
    ],
    accountFields: 'id,name',
    profileFields: 'first_name,last_name,profile_pic',
    maxText: 2_000,
    countsBytes: false,
    takesUploads: true,
    hasTemplates: true,
  },
  instagram: {
    root: 'https://graph.instagram.com',
    object: 'instagram',
    fields: [
      'messages',
      'messaging_postbacks',
      'messaging_seen',
      'message_reactions',
      'message_edit',
      'messaging_referral',
      'standby',
      'comments',
    ],
    accountFields: 'user_id,username,name',
    profileFields: 'name,username,profile_pic',
    maxText: 1_000,
    countsBytes: true,
    takesUploads: false,
    hasTemplates: false,
  },
}
