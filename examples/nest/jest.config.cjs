const compilerOptions = {
  target: 'ES2022',
  module: 'CommonJS',
  allowJs: true,
  isolatedModules: true,
  esModuleInterop: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  resolvePackageJsonExports: false, // CommonJS resolves without it.
};
module.exports = {
  transform: { '^.+\\.[jt]s$': ['ts-jest', { tsconfig: compilerOptions }] },
  transformIgnorePatterns: ['/node_modules/(?!@jsonapi-gen/)'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testTimeout: 60_000, // The first run compiles the packages.
};
