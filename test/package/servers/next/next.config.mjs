export default { basePath: '/docs', typescript: { ignoreBuildErrors: true } };
