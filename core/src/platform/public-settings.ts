import type { GlobalSettingValues } from '@recado/contracts'
import * as z from 'zod'

/**
 * Public facts of the installation before signing in (S7-026, R16): listed one by one, so that a new setting is private
 * until it is added here.
 */
export const PublicSettings = z.object({
  applicationName: z.string(),
  logoUrl: z.string().nullable(),
  pageUrl: z.string().nullable(),
  builderUrl: z.string().nullable(),
  recaptchaKey: z.string().nullable(),
  videos: z.array(z.object({ title: z.string(), url: z.string() })),
  registrationOpen: z.boolean(),
  loginFormPosition: z.enum(['left', 'center', 'right']),
  termsUrl: z.string().nullable(),
  captchaMode: z.enum(['suspicious', 'always']),
})
export type PublicSettings = z.infer<typeof PublicSettings>

/** The page's address is the one that was set, else the one this installation is reached at. */
export function publicSettings(values: GlobalSettingValues, publicUrl: string | undefined): PublicSettings {
  const {
    applicationName,
    logoUrl,
    homeUrl,
    builderUrl,
    captchaKey,
    videos,
    disableRegisterButton,
    loginFormPosition,
    termsUrl,
    captchaMode,
  } = values
  return {
    applicationName,
    logoUrl,
    pageUrl: homeUrl ?? publicUrl ?? null,
    builderUrl,
    recaptchaKey: captchaKey,
    videos: [...videos],
    registrationOpen: !disableRegisterButton,
    loginFormPosition,
    termsUrl,
    captchaMode,
  }
}
