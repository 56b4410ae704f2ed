import { KitProvider, Toaster } from '@recado/sdk/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense } from 'react'
import { ActivityLine } from './frame/ActivityLine.tsx'
import { ConfirmIdentity } from './identity/ConfirmIdentity.tsx'
import { useBrandedWindow } from '../data/installation/public-settings.ts'
import { router } from './router.tsx'
import { queries } from '../base/session/services.ts'

export const App = () => (
  <StrictMode>
    <QueryClientProvider client={queries}>
      <KitProvider>
        <BrandedWindow />
        <ActivityLine />
        <Suspense fallback={null}>
          <RouterProvider router={router} />
        </Suspense>
        <Suspense fallback={null}>
          <ConfirmIdentity />
        </Suspense>
        <Toaster />
      </KitProvider>
    </QueryClientProvider>
  </StrictMode>
)

function BrandedWindow() {
  useBrandedWindow()
  return null
}
