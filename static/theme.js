// Runs before the first paint, so that a dark screen never flashes white. The app keeps the choice in `plumbline.theme`.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem('plumbline.theme');
  } catch {
    stored = null;
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  var known = stored === 'light' || stored === 'dark' || stored === 'field';
  document.documentElement.dataset.theme = known ? stored : dark ? 'dark' : 'light';
})();
