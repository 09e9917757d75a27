export default {
  // This app is inside another repository.
  turbopack: { root: import.meta.dirname },
};
