import '@fontsource-variable/inter/wght.css'
import '@recado/sdk/ui/kit.css'
import './app.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { session } from '../base/session/services.ts'
import { startWorker } from '../data/notifications/browser-push.ts'
import { installOffer } from '../data/notifications/install-offer.ts'
import { startI18n } from '../base/i18n/i18n.ts'
import { applyTheme, themeOf } from '../base/preferences/theme.ts'

// Overlays of the kit lock scrolling by a style element, which the content policy asks a nonce for.
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce
if (nonce) setNonce(nonce)

installOffer.watch()
applyTheme(themeOf(session.current()?.user.configs.isDark ?? null))
await startI18n()
void startWorker()
createRoot(document.getElementById('root')!).render(<App />)
