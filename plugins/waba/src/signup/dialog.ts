import type { PluginContext } from '@recado/sdk'
import { refusal } from '../errors.ts'
import type { PlatformSettings } from './platform-settings.ts'

/** Version of the Graph API that sign-ups speak. */
export const signupVersion = 'v25.0'
/** Page of this plugin that finishes a sign-up. */
export const signupPage = '/configuracoes/whatsapp-oficial'
/** Route to which Meta's dialog returns: addresses of pages have a fragment, which Meta does not take. */
export const returnPath = '/signup/return'

/** The installation's app at Meta, as far as a browser may know it. */
export interface SignupApp {
  readonly appId: string
  readonly configId: string
  /** Of the Graph API. */
  readonly root: string
  readonly dialogRoot: string
  readonly returnTo: URL
}

/** Undefined while the owner of the installation has not entered an app, or the installation has no public address. */
export function signupApp({
  platformSettings: { wabaAppId: appId, wabaConfigId: configId, wabaApiRoot },
  publicUrl,
}: Pick<PluginContext, 'publicUrl'> & { readonly platformSettings: PlatformSettings }): SignupApp | undefined {
  if (appId === null || configId === null || !publicUrl) return undefined
  const ownRoot = wabaApiRoot?.replace(/\/+$/, '')
  return {
    appId,
    configId,
    root: ownRoot ?? 'https://graph.facebook.com',
    dialogRoot: ownRoot ?? 'https://www.facebook.com',
    returnTo: new URL(`p/waba${returnPath}`, publicUrl),
  }
}

/** @throws Refusal ERR_WABA_SIGNUP_UNSET */
export function requireSignupApp(ctx: Parameters<typeof signupApp>[0]): SignupApp {
  const app = signupApp(ctx)
  if (!app) throw refusal('ERR_WABA_SIGNUP_UNSET')
  return app
}

/**
 * Address of Embedded Signup (version 4, for numbers of the Business app) without Meta's script: the dialog of Facebook
 * Login for Business, which returns with a code.
 */
export function dialogAddress({ appId, configId, dialogRoot, returnTo }: SignupApp, state: string): string {
  const query = new URLSearchParams({
    client_id: appId,
    config_id: configId,
    redirect_uri: returnTo.href,
    response_type: 'code',
    override_default_response_type: 'true',
    display: 'popup',
    state,
    extras: JSON.stringify({
      version: 'v4',
      featureType: 'whatsapp_business_app_onboarding',
      sessionInfoVersion: '3',
      setup: {},
    }),
  })
  return `${dialogRoot}/${signupVersion}/dialog/oauth?${query}`
}
