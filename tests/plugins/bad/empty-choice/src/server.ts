import { plugin } from '../../../minimal.ts'

const label = { 'pt-BR': 'Etapa', en: 'Stage', es: 'Etapa', ru: 'Этап' }
export default plugin('empty-choice', { attributes: { stage: { owner: 'ticket', type: 'choice', label } } })
