// Runs before the first paint, so that a dark screen never flashes white. The app keeps the choice in `plumbline.preferences`.
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem('plumbline.preferences') || '{}').theme;
  } catch {
    chosen = null;
  }
  var dark = matchMedia('(prefers-color-scheme: dark)').matches;
  var known = chosen === 'light' || chosen === 'dark' || chosen === 'field';
  root.dataset.theme = known ? chosen : dark ? 'dark' : 'light';
})();

// The shell of the app has a first picture for whoever is not signed in, in each of the languages that it names here. The choice is
// that of src/lib/i18n/language.ts, which shows the same language afterwards.
(function () {
  var languages = document.currentScript.dataset.languages;
  if (languages === undefined) return;
  var root = document.documentElement;
  try {
    var wanted = [localStorage.getItem('plumbline.language') || ''].concat(navigator.languages);
    var spoken = wanted
      .map(function (tag) {
        return tag.toLowerCase().split('-')[0];
      })
      .filter(function (language) {
        return languages.split(' ').indexOf(language) >= 0;
      });
    root.lang = spoken[0] || root.lang;
    var session = sessionStorage.getItem('plumbline.session') || localStorage.getItem('plumbline.session');
    if (session === null) root.dataset.firstPicture = root.lang;
  } catch {
    // Where nothing may be stored, the app itself says so.
  }
})();
