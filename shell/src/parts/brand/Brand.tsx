import { useState } from 'react'
import { useBrand } from '../../data/installation/public-settings.ts'
import { Logo } from '../../base/ui/Logo.tsx'

/**
 * The installation's own logo, or the product's mark if there is none or it cannot be loaded. `wide`: there is space
 * for one that is no square.
 */
export function BrandLogo({ size = 28, wide = false }: { size?: number; wide?: boolean }) {
  const { logoUrl } = useBrand()
  const [failed, setFailed] = useState<string | null>(null)
  if (logoUrl === null || failed === logoUrl) return <Logo size={size} />
  return (
    <img
      src={logoUrl}
      alt=""
      className="shrink-0 rounded-md object-contain"
      style={{ height: size, maxWidth: wide ? size * 5 : size }}
      onError={() => setFailed(logoUrl)}
    />
  )
}

/** The installation's name. */
export function BrandName() {
  return useBrand().name
}
