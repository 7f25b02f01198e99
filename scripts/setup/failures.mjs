// A reporter of vitest: what failed, and errors that no test caught, once more for the end of the whole run.
import { writeFileSync } from 'node:fs'

export default class Failures {
  onTestRunEnd(modules, unhandled) {
    const failed = modules.flatMap(module => [
      ...module.errors().map(error => ({ name: module.moduleId, ...shortened(error) })),
      ...[...module.children.allSuites()].flatMap(suite =>
        suite.errors().map(error => ({ name: `${module.moduleId}: ${suite.fullName}`, ...shortened(error) })),
      ),
      ...[...module.children.allTests('failed')].map(test => ({
        name: `${module.moduleId}: ${test.fullName}`,
        ...shortened(test.result().errors?.[0]),
      })),
    ])
    const uncaught = unhandled.map(error => ({
      name: `no test caught: ${[error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter(Boolean).join(': ')}`,
      ...shortened(error),
    }))
    writeFileSync(process.env.FAILURES_FILE, JSON.stringify([...failed, ...uncaught]))
  }
}

function shortened(error) {
  const { message = '', stack = '' } = error ?? {}
  return { message: message.slice(0, 600), stack: stack.split('\n').slice(0, 6).join('\n') }
}
