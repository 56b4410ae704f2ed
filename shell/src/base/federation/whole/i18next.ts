export * as library from 'i18next'
