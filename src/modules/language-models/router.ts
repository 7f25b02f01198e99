import { expose } from '#kernel/expose.ts'
import { languageModels } from './contract.ts'
import { testModel } from './service/key-verification.ts'
import { readSettings, saveSettings } from './service/settings.ts'

export const languageModelsRouter = expose(languageModels, { settings: readSettings, saveSettings, test: testModel })
