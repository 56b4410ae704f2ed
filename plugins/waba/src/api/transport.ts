import type { CloudConfig } from '../channel/config.ts'

/** Provider of the Cloud API: Meta itself, or 360dialog, whose key belongs to one number. */
export type Provider = 'waba' | 'waba360'

/** Addresses of a provider. Paths begin with a slash and follow the root. */
export interface Transport {
  readonly provider: Provider
  readonly root: string
  /** The secret without which nothing works. */
  readonly secretName: 'accessToken' | 'apiKey'
  headers(secret: string): Record<string, string>
  readonly paths: {
    readonly messages: string
    readonly media: string
    mediaFile(id: string): string
    /** Templates of the business account: GET lists, POST creates, DELETE removes by name. */
    readonly templates: string
    /** One template by its id, for changing it; 360dialog has no such path. */
    template(id: string): string | undefined
    /** Resumable upload of the example of a template's header; needs the app id, so 360dialog has none. */
    readonly uploads: string | undefined
    upload(session: string): string
  }
  /** Address from which the bytes of a file are fetched, for the provider's one; undefined for a foreign host. */
  fileUrl(url: string): string | undefined
}

const withoutSlash = (root: string): string => root.replace(/\/+$/, '')
const filesHost = 'lookaside.fbsbx.com'

/** Graph API: `{version}/{id}/…` below graph.facebook.com, a bearer token. */
export function metaTransport(config: CloudConfig): Transport {
  const root = withoutSlash(config.apiRoot ?? 'https://graph.facebook.com')
  const versioned = `/${config.version}`
  return {
    provider: 'waba',
    root,
    secretName: 'accessToken',
    headers: (token) => ({ authorization: `Bearer ${token}` }),
    paths: {
      messages: `${versioned}/${config.phoneNumberId}/messages`,
      media: `${versioned}/${config.phoneNumberId}/media`,
      mediaFile: (id) => `${versioned}/${encodeURIComponent(id)}?phone_number_id=${config.phoneNumberId}`,
      templates: `${versioned}/${config.businessAccountId}/message_templates`,
      template: (id) => `${versioned}/${encodeURIComponent(id)}`,
      uploads: `${versioned}/${config.appId}/uploads`,
      upload: (session) => `${versioned}/${session}`,
    },
    // The token goes nowhere but to Meta, or to the gateway that is in for it.
    fileUrl: (url) =>
      URL.canParse(url) &&
      (new URL(url).host === new URL(root).host ||
        (new URL(url).host === filesHost && new URL(url).protocol === 'https:'))
        ? url
        : undefined,
  }
}

/** 360dialog: no version and no ids in paths, the key in a header of its own, files through its own host. */
export function dialog360Transport(config: CloudConfig): Transport {
  const root = withoutSlash(config.apiRoot ?? 'https://waba-v2.360dialog.io')
  return {
    provider: 'waba360',
    root,
    secretName: 'apiKey',
    headers: (key) => ({ 'd360-api-key': key }),
    paths: {
      messages: '/messages',
      media: '/media',
      mediaFile: (id) => `/${encodeURIComponent(id)}`,
      templates: '/v1/configs/templates',
      template: () => undefined,
      uploads: undefined,
      upload: (session) => `/${session}`,
    },
    fileUrl(url) {
      if (!URL.canParse(url)) return undefined
      const { host, pathname, search } = new URL(url)
      return host === filesHost || host === new URL(root).host ? `${root}${pathname}${search}` : undefined
    },
  }
}
