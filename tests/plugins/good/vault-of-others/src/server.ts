import { plugin } from '../../../minimal.ts'

export default plugin('vault-of-others', { enabledByDefault: false, tier: 'premium' })
