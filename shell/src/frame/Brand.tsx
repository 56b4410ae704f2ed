import { useState } from 'react'
import { useBrand } from '../app/public-settings.ts'
import { Logo } from './Logo.tsx'

/** The installation's own logo, or the product's mark where there is none or it cannot be had. */
export function BrandLogo({ size = 28 }: { size?: number }) {
  const { logoUrl } = useBrand()
  const [failed, setFailed] = useState<string | null>(null)
  if (logoUrl === null || failed === logoUrl) return <Logo size={size} />
  return <img src={logoUrl} alt="" width={size} height={size} className="shrink-0 rounded-md object-contain" style={{ width: size, height: size }} onError={() => setFailed(logoUrl)} />
}

/** The installation's name. */
export function BrandName() {
  return useBrand().name
}
