// Import this module from every screen that shows Amplify components. The theme must follow Amplify's own styles.
import 'virtual:amplify.css';
import './amplify-theme.css';
